import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { usesIn, writesIn } from './guarded-writes.ts'

const ROOT = join(import.meta.dirname, '..')

/** Writes outside a guard, as `file function`, each with what makes a double click one. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'producer/features/auth/pending-code.ts sendCode': 'called by useMutation in phone-entry and code-entry',
  'producer/features/events/use-buyer-messages.ts queryFn': 'a preview: sends nothing',
  'producer/features/invitations/use-guest-list.ts sendOne': 'called by useMutation in the same file',
  'producer/features/profile/passkey-dialog.tsx register': 'called by useMutation in the same file',
  'producer/features/profile/passkey-dialog.tsx rename': 'called by useMutation in the same file',
  'producer/features/gate/join-screen.tsx queryFn': 'reads what a link is for; no button sends it',
  'producer/features/scan/hub-start.ts endHub': 'ends an own duty: a repeat changes nothing',
  'producer/features/scan/hub-start.ts registerHub': 'a device is the hub of an event once: a repeat answers the same',
  'producer/features/scan/check-on-server.ts admitByHand':
    'one entry has one id, and a second one is refused as entered',
  'producer/features/scan/check-on-server.ts checkOnServer':
    'one scan has one id, and a second one is refused as entered',
  'producer/features/scan/gate-acts.ts admitOnServer': 'called by useMutation in guest-order',
  'producer/features/scan/gate-acts.ts undoEntry': 'called by useMutation in use-undo',
  'producer/features/seat-maps/map-editor.tsx copyOf': 'called by useMutation in the same file',
  'producer/features/seat-maps/picture-upload.ts uploadCanvas':
    'starts when a file or its page is chosen, in a mutation',
  'producer/features/signup/terms-screen.tsx saveConsent': 'a part of the mutation that opens the account',
  'producer/features/seat-maps/use-autosave.ts useAutosave': 'one save at a time, each over the version of the last',
  'producer/features/seating/seating-queries.ts saveCell': 'called by useMutation in the same file',
  'producer/features/signup/create-account-with-file.ts createAccountWithFile': 'called by useMutation in terms-screen',
  'producer/features/signup/create-account-with-file.ts upload': 'called by createAccountWithFile',
  'producer/shared/check-in/own-undo.ts sendUndo': 'one undoing has one id: a repeat changes nothing',
  'producer/shared/check-in/people.ts loadKey': 'another key changes nothing but a line in the security log',
  'producer/shared/check-in/scan-queue.ts send': 'sends saved scans in order, each with its id',
  'producer/shared/check-in/scan-queue.ts sendManual': 'sends saved scans in order, each with its id',
  'producer/shared/check-in/scan-queue.ts upload': 'sends saved scans in batches, each with its id',
  'producer/shared/check-in/use-gate-contact.ts report': 'a report of a timer, of which the last counts',
  'producer/shared/end-gate-device.ts handOver': 'a report of what waits on the device, of which the last counts',
  'producer/shared/language.ts useLanguageSwitch': 'sets a value: a repeat changes nothing',
  'producer/shared/proof-dialog.tsx queryFn': 'no button: reads a challenge when the dialog opens',
  'producer/shared/session.ts signOut': 'ends a session: a repeat changes nothing',
  'storefront/pages/checkout/file-answer.tsx send': 'starts when a file is chosen, not by a button',
  'storefront/pages/checkout/use-checkout.ts useStartPayment': 'called by the submit of use-checkout, which has a flag',
  'storefront/pages/checkout/use-order-coupon.ts send':
    'called by useSubmit in the same file and by use-checkout, which has a flag',
  'storefront/pages/checkout/use-phone-step.ts sendCode': 'called by the submit of use-checkout, which has a flag',
  'storefront/pages/event/list-form.tsx join': 'called by useSubmit in the same file',
  'storefront/pages/event/list-form.tsx sendCode': 'called by useSubmit in the same file',
  'storefront/pages/event/place-hold.ts exchange': 'called by placeHold',
  'storefront/pages/event/place-hold.ts placeHold':
    'called by the submit of use-cart, which has a flag of its own, and by use-seat-order, which sends one request at a time',
  'storefront/pages/event/place-hold.ts reserve': 'called by placeHold',
  'storefront/pages/event/use-cart.ts release': 'gives an own hold back: a repeat changes nothing',
  'storefront/pages/event/use-coupon.ts useCoupon': 'a quote: stores nothing',
  'storefront/pages/event/use-own-entry.ts remove': 'called by useSubmit in list-entry',
  'storefront/pages/event/use-visits.ts useVisits': 'no button: counts the visit of a page once',
  'storefront/pages/my/my-page.tsx signOut': 'ends a session: a repeat changes nothing',
  'storefront/pages/refund/refund-page.tsx read':
    'no button: reads what a link is about, and its token stays out of addresses',
  'storefront/pages/seats/use-seat-order.ts release': 'gives an own hold back: a repeat changes nothing',
  'storefront/pages/transfer/accept-form.tsx sendCode': 'called by useSubmit in the same file',
  'storefront/pages/transfer/accept-form.tsx useAccept': 'called by useSubmit in the same file and in code-form',
  'storefront/pages/wait/queue-api.ts enter': 'a place enters once: a repeat gets the same pass',
  'storefront/pages/wait/queue-api.ts leave': 'the saved place is removed first: a repeat sends nothing',
  'storefront/pages/wait/queue-api.ts requestPlace': 'a device has one place: a repeat gets the same',
  'storefront/shared/session.ts useUserApi': 'passes the calls of others on',
}

/** Functions that reach their guard as a property or a prop, which `waysAround` does not follow: where the guard is. */
const PASSED_ON: Readonly<Record<string, string>> = {
  'applyTyped storefront/pages/checkout/use-order-coupon.ts': 'called by the submit of use-checkout, which has a flag',
  'join storefront/pages/event/list-form.tsx ListForm': 'useSubmit and the code form of the same file',
  'join storefront/pages/event/list-panel.tsx ListPanel': 'a property of useOwnEntry, which sends nothing itself',
  'leave storefront/pages/event/list-entry.tsx ListEntry': 'the prop that useSubmit of the same file calls',
  'leave storefront/pages/event/list-panel.tsx ListPanel': 'passed on to ListEntry',
  'useAccept storefront/pages/transfer/accept-form.tsx AcceptForm':
    'what it returns is called in useSubmit and CodeForm',
}

/** Files that reach the network themselves, past the calls that are read above, each with what it sends. */
const PAST_THE_CALLS: Readonly<Record<string, string>> = {
  'producer/features/seat-maps/pdf-reader.ts': 'reads parts of the PDF reader',
  'producer/shared/connection.ts': 'reads /healthz',
  'producer/shared/error-report.ts': 'reports an error: no button sends it',
  'producer/shared/send.ts': 'sends what api, apiFile and registerApi pass on',
  'storefront/pages/my/download-data.ts': 'reads a file',
  'storefront/pages/passes/use-stored-page.ts': 'reads its own page',
  'storefront/pages/seats/early-hall.ts': 'reads the map of a hall',
  'storefront/shared/api.ts': 'sends what api and userApi pass on',
  'storefront/shared/hydrate.tsx': 'reads the data of a page',
}

const filesOf = (...paths: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => /\.tsx?$/u.test(path) && !/\.test\.tsx?$|\/testing\//u.test(path))

const reads = new Set<string>()
beforeAll(async () => {
  for (const file of filesOf('contract')) {
    const endpoints: Readonly<Record<string, unknown>> = await import(join(ROOT, file))
    for (const [name, endpoint] of Object.entries(endpoints))
      if (typeof endpoint === 'object' && endpoint !== null && 'method' in endpoint && endpoint.method === 'GET')
        reads.add(name)
  }
})

const read = (file: string) => writesIn(file, readFileSync(join(ROOT, file), 'utf8'), (name) => reads.has(name))

describe('a double click', () => {
  it('on any button of both sites is one request: each write runs in useMutation or useSubmit, or is named here', () => {
    const all = filesOf('producer', 'storefront').flatMap((file) => read(file).map((write) => ({ file, ...write })))
    expect(all.filter(({ isGuarded }) => isGuarded).length).toBeGreaterThan(60)
    const unguarded = new Set(all.flatMap(({ file, within, isGuarded }) => (isGuarded ? [] : [`${file} ${within}`])))
    expect([...unguarded].toSorted()).toEqual(Object.keys(ELSEWHERE).toSorted())
  }, 60_000)

  it('reaches functions named here through a guard alone, where their line says that one calls them', () => {
    const sources = filesOf('producer', 'storefront').map((file) => ({
      file,
      source: readFileSync(join(ROOT, file), 'utf8'),
    }))
    /** The ways to a function that begin outside a guard, as `function file caller`. */
    const waysAround = (own: string, name: string, seen: readonly string[] = []): readonly string[] => {
      const module = own.slice(own.lastIndexOf('/') + 1)
      const readers = sources.filter(({ file, source }) => file === own || source.includes(`/${module}'`))
      const uses = readers.flatMap(({ file, source }) => usesIn(file, source, name).map((use) => ({ file, ...use })))
      if (uses.length === 0) return [`${name} ${own}`]
      return uses.flatMap(({ file, within, isGuarded }) => {
        if (isGuarded || seen.includes(`${file} ${within}`)) return []
        const isFunction = /^[a-z]/u.test(within) && within !== 'the module'
        return isFunction ? waysAround(file, within, [...seen, `${file} ${within}`]) : [`${name} ${file} ${within}`]
      })
    }
    const claims = Object.entries(ELSEWHERE).filter(([, why]) => why.startsWith('called by use'))
    expect(claims.length).toBeGreaterThan(10)
    const around = claims.flatMap(([claim]) => waysAround(claim.split(' ')[0] ?? '', claim.split(' ')[1] ?? ''))
    expect([...new Set(around)].toSorted()).toEqual(Object.keys(PASSED_ON).toSorted())
  }, 60_000)

  it('cannot get past the guard: nothing else reaches the network, and mutations are those of the app', () => {
    const sources = filesOf('producer', 'storefront').map(
      (file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const,
    )
    const network = sources.filter(([, source]) =>
      /(?<![\w.])fetch\(|sendBeacon\(|new XMLHttpRequest|<form\b[^>]*\smethod="post"/u.test(
        source.replaceAll(/async fetch\(/gu, ''),
      ),
    )
    expect(network.map(([file]) => file).toSorted()).toEqual(Object.keys(PAST_THE_CALLS).toSorted())
    const direct = sources.filter(([, source]) =>
      /import \{[^}]*\buseMutation\b[^}]*\} from '@tanstack\/react-query'/u.test(source),
    )
    expect(direct.map(([file]) => file)).toEqual(['producer/shared/use-mutation.ts'])
  })

  it('is noticed where a button writes past the guard, and not where it reads', () => {
    const source = `
      function Buy() {
        const saving = useMutation({ mutationFn: () => api(pay, {}) })
        const load = () => api(show, {})
        return <button onClick={() => void api(pay, {})} />
      }`
    expect(writesIn('buy.tsx', source, (name) => name === 'show')).toEqual([
      { within: 'Buy', isGuarded: true },
      { within: 'Buy', isGuarded: false },
    ])
  })
})
