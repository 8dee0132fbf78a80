import type { FastifyRequest } from 'fastify'

/** The value of a cookie in a `Cookie` header; undefined when it is not there. */
export const cookieValue = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** The host of an `Origin`; undefined of one that names none, such as `null`. */
const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)

/**
 * A browser says that a page of another site sent the request. Programs send neither header, and no page can leave them out.
 * A proxy may pass a host of its own on, so the public address counts as this site too.
 */
export const isFromOtherSite = ({ headers }: FastifyRequest, publicUrl: string): boolean => {
  if (headers['sec-fetch-site'] === 'cross-site') return true
  const { origin } = headers
  return origin !== undefined && ![headers.host, hostOf(publicUrl)].includes(hostOf(origin) ?? '')
}

/**
 * The value of a cookie that stands for a person or a device. A request of another site has none, whatever its browser sends:
 * SameSite alone leaves out neither subdomains nor old browsers. Every cookie of that kind is read here.
 */
export const credentialCookie = (request: FastifyRequest, publicUrl: string, name: string): string | undefined =>
  isFromOtherSite(request, publicUrl) ? undefined : cookieValue(request.headers.cookie, name)
