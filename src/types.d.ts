/** A CSS module is its class names. */
declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>;
  export default styles;
}

/** A plain style sheet is imported for its effect alone. */
declare module '*.css';

/** webpack's own: loads the files of a chunk, script and styles. Rejects with an error that names the file in `request`. */
declare let __webpack_chunk_load__: (id: string | number) => Promise<unknown>;
