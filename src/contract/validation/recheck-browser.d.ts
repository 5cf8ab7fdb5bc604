// Declares the type of recheck's build without native parts, which exports the same functions as the main build.
declare module 'recheck/lib/browser.js' {
  import * as recheck from 'recheck';
  export default recheck;
}
