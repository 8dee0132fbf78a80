import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { encodingFor, matchesEtag, prepareBody } from './prepared-body.ts'

describe('prepared body', () => {
  const body = prepareBody('שלום '.repeat(500))

  it('is compressed with an encoding that the client accepts, once', async () => {
    expect(encodingFor('gzip, deflate, br', body)).toBe('br')
    expect(encodingFor('gzip;q=1.0, br;q=0', body)).toBe('gzip')
    expect(encodingFor('*', body)).toBe('gzip')
    expect(encodingFor('GZIP', body)).toBe('gzip')
    expect(encodingFor('identity', body)).toBeUndefined()
    expect(encodingFor('br', prepareBody('short'))).toBeUndefined()
    expect(brotliDecompressSync(await body.encoded('br'))).toEqual(body.identity)
    expect(gunzipSync(await body.encoded('gzip'))).toEqual(body.identity)
    expect(await body.encoded('br')).toBe(await body.encoded('br'))
  })

  it('matches its ETag alone and in a list', () => {
    expect(matchesEtag(body.etag, body.etag)).toBe(true)
    expect(matchesEtag(`"x", ${body.etag.slice(2)}`, body.etag)).toBe(true)
    expect(matchesEtag('"x"', body.etag)).toBe(false)
    expect(prepareBody('a', 'same').etag).toBe(prepareBody('b', 'same').etag)
  })
})
