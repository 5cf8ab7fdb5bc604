// The build of recheck without its native parts, which is the same as its main one in what it exports.
declare module 'recheck/lib/browser.js' {
  import * as recheck from 'recheck';
  export default recheck;
}
