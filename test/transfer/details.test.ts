/** The labels of a file become tags in names. */
import { noteWithDetails } from '../../src/transfer/formats/details';
import { readFile } from '../../src/transfer/work';

const options = { name: 'a.csv', now: 0, writtenOn: null, language: 'en' };
const recordOf = (title: string, labels: string, content = '') =>
  readFile(`List Name,Title,Tags,Content\nInbox,${title},"${labels}",${content}\n`, options).items[0]!.record;

test.each([
  ['Milk', 'shop', 'Milk #shop', ''],
  ['Milk', 'Two Words, @errands, #Grün', 'Milk #Two-Words #errands #Grün', ''],
  ['Milk #Shop', 'shop, SHOP', 'Milk #Shop', ''],
  ['Milk', '📖 Learning, 👩🏽‍🏫Class, 🇩🇪', 'Milk #Learning #Class', '#🇩🇪'],
  ['Milk', '12, Home & Garden, C#, fff', 'Milk', '#12 #Home-&-Garden #C# #fff'],
  ['Milk', 'work, 💼Work, Personal, none', 'Milk', ''],
  ['Milk #12', '12', 'Milk #12', ''],
])('%s with %s is %s and %s', (title, labels, taskName, taskDescription) =>
  expect(recordOf(title, labels)).toMatchObject({ taskName, taskDescription }),
);

test.each([
  ['Milk', 'Two', 'Milk #shop', 'Two\n\n#12'],
  ['', 'Two\nbottles', '', 'Two #shop\nbottles\n\n#12'],
  ['', '- [ ] Two', '#shop', '- [ ] Two\n\n#12'],
  ['', '', '#shop', '#12'],
  ['', 'Two #shop', '', 'Two #shop\n\n#12'],
])('A note %p with the text %p has its tags where they are read', (title, text, newTitle, newText) =>
  expect(noteWithDetails(title, text, { tags: ['shop', '12'] })).toEqual([newTitle, newText]),
);

test('A subtask keeps on its line the labels that its task has not', () => {
  const rows = 'List Name,Title,Tags,taskId,parentId\n🏡Home,A,x,1,\n🏡Home,B,"x, y",2,1\n';
  expect(readFile(rows, options).items.map(({ record }) => record)).toMatchObject([
    { taskName: 'A #Home #x', taskDescription: '- [ ] B #y' },
  ]);
});
