/** Removes the keys from an icon's lines, which are a constant list. */
export default source => source.replace(/, key: "\w+"/g, '');
