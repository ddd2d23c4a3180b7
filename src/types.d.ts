/** A CSS module is its class names. */
declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>;
  export default styles;
}

/** A plain style sheet is imported for its effect alone. */
declare module '*.css';
