// Loaded into a server by NODE_OPTIONS: calls to the origins in PROVE_REDIRECT (`from=to`, separated by commas) go to another
// one, since the addresses of SMS providers are not settings.
const targets = new Map((process.env.PROVE_REDIRECT ?? '').split(',').map((pair) => pair.split('=')))
const { fetch } = globalThis

globalThis.fetch = (input, init) => {
  const address = new URL(input instanceof Request ? input.url : String(input))
  const target = targets.get(address.origin)
  return target ? fetch(`${target}${address.pathname}${address.search}`, init) : fetch(input, init)
}
