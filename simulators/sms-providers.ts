import type { IncomingMessage, ServerResponse } from 'node:http'
import { listen } from './listen.ts'

export interface TakenSms {
  readonly provider: '019' | 'inforu' | 'twilio'
  readonly to: string
  readonly from: string
  readonly text: string
  /** The sender's own id, where the protocol has a field for it. */
  readonly id: string | undefined
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

const basic = (request: IncomingMessage): string =>
  Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString('utf8')

/** The recipient in a body of any of the three protocols. */
const phoneIn = (body: string): string =>
  /"_":"(\d+)"|"Phone":"(\d+)"|To=%2B(\d+)/.exec(body)?.slice(1).find(Boolean) ?? ''

interface Request019 {
  sms: {
    user: { username: string }
    source: string
    destinations: { phone: { _: string; $: { id: string } }[] }
    message: string
  }
}

interface RequestInforu {
  Data: { Message: string; Recipients: { Phone: string }[]; Settings: { Sender: string; CustomerMessageID: string } }
}

/**
 * One server that speaks the protocols of 019SMS (`/api`), InforU (`/api/v2/SMS/SendSms`) and Twilio
 * (`/2010-04-01/…`), each with the credentials `kartis` / `secret`. Numbers that end in 00 do not exist; for 01 the
 * provider fails, for 02 it never responds, for 03 the balance is empty.
 */
export const smsProviders = async () => {
  const taken: TakenSms[] = []
  const json = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  const answer019 = (request: IncomingMessage, response: ServerResponse, text: string) => {
    const { sms } = JSON.parse(text) as Request019
    const [phone] = sms.destinations.phone
    if (request.headers.authorization !== 'Bearer secret' || sms.user.username !== 'kartis')
      return json(response, 200, { status: 3, message: 'Username or password is incorrect' })
    if (!phone || !/^0?5\d{8}$|^[1-9]\d{9,14}$/.test(phone._) || phone._.endsWith('00'))
      return json(response, 200, { status: 2, message: 'No valid phone' })
    if (phone._.endsWith('03')) return json(response, 200, { status: 4, message: 'Not enough credit' })
    taken.push({ provider: '019', to: phone._, from: sms.source, text: sms.message, id: phone.$.id })
    return json(response, 200, { status: 0, message: 'SMS will be sent', shipment_id: `s${taken.length}` })
  }

  const answerInforu = (request: IncomingMessage, response: ServerResponse, text: string) => {
    const { Data } = JSON.parse(text) as RequestInforu
    const phone = Data.Recipients[0]?.Phone ?? ''
    if (basic(request) !== 'kartis:secret')
      return json(response, 200, { StatusId: -2, StatusDescription: 'Bad user name or password' })
    if (!/^05\d{8}$|^[1-9]\d{9,14}$/.test(phone) || phone.endsWith('00'))
      return json(response, 200, { StatusId: -18, StatusDescription: 'No valid recipients' })
    if (phone.endsWith('03')) return json(response, 200, { StatusId: -13, StatusDescription: 'User quota exceeded' })
    taken.push({
      provider: 'inforu',
      to: phone,
      from: Data.Settings.Sender,
      text: Data.Message,
      id: Data.Settings.CustomerMessageID,
    })
    return json(response, 200, {
      StatusId: 1,
      StatusDescription: 'Success',
      RequestId: `r${taken.length}`,
      Data: { Recipients: 1 },
    })
  }

  const answerTwilio = (request: IncomingMessage, response: ServerResponse, text: string) => {
    const form = new URLSearchParams(text)
    const to = form.get('To') ?? ''
    if (basic(request) !== 'kartis:secret')
      return json(response, 401, { code: 20003, message: 'Authenticate', status: 401 })
    if (!/^\+[1-9]\d{7,14}$/.test(to) || to.endsWith('00'))
      return json(response, 400, { code: 21211, message: "Invalid 'To' phone number", status: 400 })
    if (to.endsWith('03')) return json(response, 429, { code: 20429, message: 'Too many requests', status: 429 })
    taken.push({
      provider: 'twilio',
      to,
      from: form.get('From') ?? form.get('MessagingServiceSid') ?? '',
      text: form.get('Body') ?? '',
      id: undefined,
    })
    return json(response, 201, { sid: `SM${taken.length}`, status: 'queued' })
  }

  const server = await listen((request, response) => {
    void (async () => {
      const text = await bodyOf(request)
      const number = phoneIn(text)
      if (number.endsWith('02')) return
      if (number.endsWith('01')) return void response.writeHead(503).end('<html>Service Unavailable</html>')
      if (request.method !== 'POST') return void response.writeHead(405).end()
      if (request.url === '/api') return answer019(request, response, text)
      if (request.url === '/api/v2/SMS/SendSms') return answerInforu(request, response, text)
      if (request.url === '/2010-04-01/Accounts/kartis/Messages.json') return answerTwilio(request, response, text)
      return void response.writeHead(404).end()
    })()
  })
  return { ...server, taken }
}
