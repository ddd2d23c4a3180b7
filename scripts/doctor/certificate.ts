import { connect, type PeerCertificate } from 'node:tls';
import { day, fault, faultOutside, fine, span, type Case, type Check, type Finding } from './finding';

/** Proxies renew when a third of the lifetime is left; if only half of that is left, renewing has failed. */
const LEAST_LEFT = 1 / 6;

/** Whether browsers will accept the certificate at PUBLIC_URL, and for how long. */
export const checkCertificate: Check = async circumstances => {
  const { publicUrl } = circumstances.config;
  if (publicUrl?.protocol !== 'https:') return [];
  const certificate = await certificateOf(publicUrl);
  // If nothing answers there, the proxy's check reports that.
  return certificate ? [judge(circumstances, publicUrl, certificate)] : [];
};

type Shown = {
  certificate: Pick<PeerCertificate, 'valid_from' | 'valid_to' | 'subjectaltname'>;
  problem: string | null;
};

function certificateOf({ hostname, port }: URL): Promise<Shown | null> {
  return new Promise(done => {
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
    });
    socket.setTimeout(5_000, () => socket.destroy());
    socket.once('secureConnect', () => {
      const problem = socket.authorized ? null : String(socket.authorizationError);
      done({ certificate: socket.getPeerCertificate(), problem });
      socket.end();
    });
    socket.once('error', () => done(null)).once('close', () => done(null));
  });
}

/** The finding about a certificate, given TLS's verdict on it. */
export function judge(
  circumstances: Pick<Case, 'machine' | 'isWithin'>,
  { hostname }: URL,
  { certificate, problem }: Shown,
): Finding {
  const now = circumstances.machine.now();
  const [from, to] = [Date.parse(certificate.valid_from), Date.parse(certificate.valid_to)];
  const renew = 'look into the log of the proxy, which should have renewed it';
  if (now > to) return fault(`The certificate of ${hostname} ended on ${day(to)}: ${renew}.`);
  if (now < from)
    return fault(
      `The certificate of ${hostname} begins on ${day(from)}: the clock here or at its maker is wrong.`,
    );
  if (problem === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return fault(
      `The certificate that ${hostname} shows is for ${certificate.subjectaltname ?? 'no name'}: set the name in the proxy.`,
    );
  if (problem)
    return faultOutside(
      circumstances,
      `The certificate of ${hostname} is not believed here (${problem}): if the proxy made it itself, give its root certificate to every device and name it in NODE_EXTRA_CA_CERTS here.`,
    );
  if (to - now < LEAST_LEFT * (to - from))
    return fault(`The certificate of ${hostname} ends in ${span(to - now)}, on ${day(to)}: ${renew}.`);
  return fine(`The certificate of ${hostname} is good until ${day(to)}.`);
}
