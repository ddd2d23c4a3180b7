/** Replaces lodash's `clone` for Formik, which clones plain objects and arrays: saves 3.4 KB of Brotli. */
export default value => (Array.isArray(value) ? [...value] : { ...value });
