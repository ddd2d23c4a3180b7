/** The part of the package that is used: it encrypts and signs, and this server sends (`push.ts`). */
declare module 'web-push' {
  type Details = { method: string; headers: Record<string, string | number>; body: Buffer };
  const webPush: {
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: {
        vapidDetails: { subject: string; publicKey: string; privateKey: string };
        TTL: number;
        urgency: 'high';
        topic: string;
      },
    ): Details;
  };
  export default webPush;
}
