import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { callbackify } from 'node:util'

/**
 * A local mail server: user `kartis`, password `secret`. It refuses `nobody@…` permanently (550), `full@…` temporarily
 * (452), and collects all other messages, parsed.
 */
export const smtpSink = async () => {
  const mails: Email[] = []
  let connections = 0
  const collect = async (stream: Readable): Promise<undefined> => {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    mails.push(await PostalMime.parse(Buffer.concat(chunks)))
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
    onData: (stream, _session, done) => callbackify(collect)(stream, done),
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
