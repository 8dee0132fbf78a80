import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { callbackify } from 'node:util'

/**
 * A mail server of this machine: user `kartis`, password `secret`. It refuses `nobody@…` for good (550),
 * `full@…` for now (452), and keeps the rest, parsed.
 */
export const smtpSink = async () => {
  const mails: Email[] = []
  let connections = 0
  const keep = async (stream: Readable): Promise<undefined> => {
    const pieces: Buffer[] = []
    for await (const piece of stream) pieces.push(piece as Buffer)
    mails.push(await PostalMime.parse(Buffer.concat(pieces)))
    return undefined
  }
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => {
      connections += 1
      done()
    },
    onAuth: (auth, _session, done) =>
      auth.username === 'kartis' && auth.password === 'secret'
        ? done(null, { user: 'kartis' })
        : done(new Error('Invalid login')),
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('nobody@')) return done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
      if (address.startsWith('full@')) return done(Object.assign(new Error('Mailbox full'), { responseCode: 452 }))
      return done()
    },
    onData: (stream, _session, done) => callbackify(keep)(stream, done),
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    url: `smtp://kartis:secret@127.0.0.1:${port}`,
    wrongUrl: `smtp://kartis:stale@127.0.0.1:${port}`,
    connections: () => connections,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
