/** A CSS module exports its class names. */
declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>;
  export default styles;
}

/** A plain style sheet is imported only for its effect. */
declare module '*.css';

/** webpack's function that loads the files of a chunk. It rejects with an error whose `request` is the file's name. */
declare let __webpack_chunk_load__: (id: string | number) => Promise<unknown>;
