/** Whether a path is a page of tasks, or leads to one. */
export const needsTasks = (path: string) => /^\/(tasks(\/|$)|$)/.test(path);
