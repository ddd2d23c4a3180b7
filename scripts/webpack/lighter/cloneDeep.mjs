/** Replaces lodash's `cloneDeep` for Formik, which clones initial values. */
export default structuredClone;
