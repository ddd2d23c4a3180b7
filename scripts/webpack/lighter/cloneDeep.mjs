/** In place of lodash's for Formik, which clones what a form begins with. */
export default structuredClone;
