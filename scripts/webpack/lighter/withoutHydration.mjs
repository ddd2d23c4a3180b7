/** Removes from React DOM what continues HTML of a server (`hydrateRoot`), which the app never has: saves 1.9 KB. */
export default source =>
  source
    .replace(/^exports\.hydrateRoot = .*?^};$/ms, '')
    .replace(/,\s+isHydrating(?=\s+\))/, '') // a function's last parameter
    .replace(/^ +isHydrating = !1,$/m, '')
    .replace(/\bisHydrating = !\d/g, '0')
    .replace(/\bisHydrating\b(?!\$)/g, 'false')
    .replace(/\b[\w$]+(\.[\w$]+)*\.dehydrated\b/g, 'null');
