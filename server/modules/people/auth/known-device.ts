import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUuid } from '../../../platform/http/authorization.ts'
import { credentialCookie } from '../../../platform/http/cookie.ts'
import { type Keys, sameText } from '../../../platform/security/keys.ts'

const NAME = 'kartis_device'
const PATH = '/api/v1'
const SECONDS = 180 * 24 * 3600

const proofOf = (keys: Pick<Keys, 'hmac'>, id: string, phone: string): string =>
  keys.hmac('known_device', `${id} ${phone}`)

/** The id and the proof of the device cookie, not yet verified. */
export interface DeviceCookie {
  readonly id: string
  readonly proof: string
}

export const readDeviceCookie = (request: FastifyRequest, publicUrl: string): DeviceCookie | undefined => {
  const [id, proof, ...more] = credentialCookie(request, publicUrl, NAME)?.split('.') ?? []
  return isUuid(id) && proof && more.length === 0 ? { id, proof } : undefined
}

/** Id of the device when it has proved this phone before by a code. The cookie opens nothing: it only keeps an allowance of codes. */
export const deviceThatProved = (
  keys: Pick<Keys, 'hmac'>,
  phone: string,
  cookie: DeviceCookie | undefined,
): string | undefined => (cookie && sameText(cookie.proof, proofOf(keys, cookie.id, phone)) ? cookie.id : undefined)

interface Proof {
  readonly keys: Pick<Keys, 'hmac'>
  readonly id: string
  readonly phone: string
  readonly secure: boolean
}

/** Marks the browser as one that has proved the phone. After the refresh cookie, which some programs expect to be the first. */
export const setDeviceCookie = (reply: FastifyReply, { keys, id, phone, secure }: Proof): void => {
  const parts = [`${NAME}=${id}.${proofOf(keys, id, phone)}`, `Path=${PATH}`, `Max-Age=${SECONDS}`]
  void reply.header('set-cookie', [...parts, 'HttpOnly', 'SameSite=Lax', ...(secure ? ['Secure'] : [])].join('; '))
}
