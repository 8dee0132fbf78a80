// Writes compressed copies of built files, so that the server does not compress them at run time.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Bytes below which compression gains nothing. */
const MIN_BYTES = 1400
const TEXT = /\.(m?js|css|html|svg|json|webmanifest|wasm|txt|map)$/

/**
 * What every first visit loads is compressed as far as it goes (2% less, for nearly three times the time); the hundreds of other
 * files are not, since the first start waits for them.
 */
const FIRST = /^(?:libraries|shared|index)-/

for (const folder of process.argv.slice(2)) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXT.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    if (bytes.length < MIN_BYTES) continue
    const quality = FIRST.test(entry.name) ? constants.BROTLI_MAX_QUALITY : 10
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
