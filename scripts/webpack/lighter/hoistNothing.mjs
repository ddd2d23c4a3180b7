/** Formik takes statics along for its `connect`, which nobody calls here: 1 KB of brotli less. */
export default target => target;
