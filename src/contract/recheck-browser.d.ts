// The type of recheck's build without native parts. It exports the same as the main build.
declare module 'recheck/lib/browser.js' {
  import * as recheck from 'recheck';
  export default recheck;
}
