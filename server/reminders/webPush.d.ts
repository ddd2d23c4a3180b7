/**
 * The part of the package that is used: it encrypts and signs. It sends in the Cloud Function alone (`functions/`), and
 * makes keys in tests alone.
 */
declare module 'web-push' {
  import type { Agent } from 'node:https';

  type Details = { method: string; headers: Record<string, string | number>; body: Buffer };
  type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };
  type Options = {
    vapidDetails: { subject: string; publicKey: string; privateKey: string };
    TTL: number;
    urgency: 'high';
    topic: string;
  };
  const webPush: {
    generateVAPIDKeys(): { publicKey: string; privateKey: string };
    generateRequestDetails(subscription: Subscription, payload: string, options: Options): Details;
    sendNotification(
      subscription: Subscription,
      payload: string,
      options: Options & { agent: Agent },
    ): Promise<unknown>;
  };
  export default webPush;
}
