/** Removes all of an icon's module that is not drawn: names, and the keys of its lines, a constant list. */
export default source =>
  source.replace(/^ {2}name: .*\n|,\n {2}aliases: \[[^\]]*\]|^__iconData\.node;\n|,\s*key: "\w+"/gm, '');
