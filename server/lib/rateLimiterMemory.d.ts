/** The limiter alone: the package's entry reads those for a dozen databases, too, which takes 20 ms at each start. */
declare module 'rate-limiter-flexible/lib/RateLimiterMemory' {
  export { RateLimiterMemory as default } from 'rate-limiter-flexible';
}
