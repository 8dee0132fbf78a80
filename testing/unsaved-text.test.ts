import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** Fields that people type in. */
const FIELD =
  /<(?:Text(?:Field|Area)|CountField|DigitsField|EmailField|PhoneField|MomentField|DayField|TimeField|NumberField|LineField|TranslationField|textarea)\b/u

/** What asks before typed text is lost, or saves it as it is typed: a dialog by itself, unless it is `throwaway`. */
const GUARD = /<Dialog\b|\buse(?:LeaveGuard|FormDraft|Draft|Autosave)\(|\bwriteDraft\(/u

/** Dialogs that close without a question, and why text that was typed in them may go. */
const THROWAWAY: Readonly<Record<string, string>> = {
  'producer/features/box-office/cash-dialog.tsx': 'a sum that the buyer holds in the hand',
  'producer/features/box-office/sale-dialog.tsx': 'shows a sale that is done; its phone number is optional',
  'producer/features/box-office/sales-view.tsx': 'shows a sale that is done; its phone number is optional',
  'producer/features/profile/erase-me-dialog.tsx': 'a code of an SMS',
  'producer/features/scan/guest-search.tsx': 'a search',
  'producer/features/scan/hub-screen.tsx': 'codes of a pairing, which another device shows',
  'producer/features/scan/number-pad.tsx': 'a number of a ticket at the gate, where nothing may stand in the way',
  'producer/features/scan/pair-dialog.tsx': 'codes of a pairing, which another device shows',
  'producer/features/seat-maps/editor-dialogs.tsx': 'a search',
  'producer/shared/other-languages.tsx': 'the form behind it has the texts already, and asks itself',
  'producer/shared/proof-dialog.tsx': 'a code of an SMS',
}

/** Files with fields outside everything that asks, and why what is typed there may go. */
const NOTHING_TO_LOSE: Readonly<Record<string, string>> = {
  'producer/features/auth/name-fields.tsx': 'the two names of whoever joins a team; those of a sign-up are a draft',
  'producer/features/auth/passkey-step.tsx': 'a recovery code, which is written down elsewhere',
  'producer/features/auth/phone-entry.tsx': 'the own phone number',
  'producer/features/box-office/cart-card.tsx': 'an optional phone number of a sale that is gone with its cart',
  'producer/features/box-office/pair-card.tsx': 'a code of a pairing, which another device shows',
  'producer/features/gate/join-screen.tsx': 'the own name',
  'producer/features/money/ledger-view.tsx': 'a filter, which the address has',
  'producer/features/profile/data-rights-card.tsx': 'a search',
  'producer/features/reports/period-picker.tsx': 'a filter, which the address has',
  'producer/features/scan/manual-entry.tsx': 'a number of a ticket at the gate, where nothing may stand in the way',
  'producer/features/wizard/description-screen.tsx': 'edit-step asks, create-step stores a draft',
  'producer/features/wizard/location-screen.tsx': 'edit-step asks, create-step stores a draft',
  'producer/features/wizard/setup-screen.tsx': 'edit-step asks, create-step stores a draft',
  'producer/features/wizard/time-screen.tsx': 'edit-step asks, create-step stores a draft',
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'producer'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.tsx?$/u.test(path) && !/\.test\.tsx?$|\/testing\//u.test(path))
const sources = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))

/** The files that each file imports, and those that show a component of it. */
const imports = new Map<string, string[]>()
const importers = new Map<string, string[]>()
for (const [file, source] of sources)
  for (const [, names = '', path = ''] of source.matchAll(/import (?:type )?\{([^}]*)\} from '(\.[^']+\.tsx?)'/gu)) {
    const target = relative(ROOT, resolve(ROOT, dirname(file), path))
    imports.set(file, [...(imports.get(file) ?? []), target])
    const isShown = names.split(',').some((name) => source.includes(`<${name.trim()}`) && name.trim() !== '')
    if (isShown) importers.set(target, [...(importers.get(target) ?? []), file])
  }

/** Hooks and stores of forms: to import a dialog is not to ask. */
const HOOKS = /\/(?:use-[\w-]+|signup-draft)\.ts$/u

/** Those that are about some fields of a screen only: the files of these import them, if only for their types. */
const OF_PARTS = /\/use-shift-count\.ts$/u

/** Whether the file, what keeps its form for it, or everything that shows it asks before its text is lost. */
const isGuarded = (file: string, seen: readonly string[] = []): boolean => {
  if (GUARD.test(sources.get(file) ?? '')) return true
  const isParent = seen.length > 0
  const hooks = (imports.get(file) ?? []).filter((each) => HOOKS.test(each) && !(isParent && OF_PARTS.test(each)))
  if (hooks.some((each) => GUARD.test(sources.get(each) ?? '') && !each.endsWith('use-leave-guard.ts'))) return true
  const shownBy = (importers.get(file) ?? []).filter((each) => !seen.includes(each))
  return shownBy.length > 0 && shownBy.every((each) => each in NOTHING_TO_LOSE || isGuarded(each, [...seen, file]))
}

describe('text that was typed in the producer app', () => {
  it('is not lost without a question: each form asks, stores a draft, or is named here with the reason', () => {
    const withFields = [...sources]
      .filter(([file, source]) => file.endsWith('.tsx') && FIELD.test(source))
      .map(([file]) => file)
    expect(withFields.length).toBeGreaterThan(60)
    const silent = withFields.filter((file) => !isGuarded(file))
    expect(silent.toSorted()).toEqual(Object.keys(NOTHING_TO_LOSE).toSorted())
  })

  it('closes with its dialog only where the reason is named here', () => {
    const silent = [...sources]
      .filter(([, source]) => /<Dialog\b[^>]*\bthrowaway\b/u.test(source))
      .map(([file]) => file)
    expect(silent.toSorted()).toEqual(Object.keys(THROWAWAY).toSorted())
  })
})
