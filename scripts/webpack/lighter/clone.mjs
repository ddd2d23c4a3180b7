/** In place of lodash's for Formik, which clones plain values and their containers: 3.4 KB of brotli less. */
export default value => (Array.isArray(value) ? [...value] : { ...value });
