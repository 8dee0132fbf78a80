import { REASONS } from '@kartis/domain/reason.ts'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue
type FieldReasons = Record<string, string[]>

const reasons: ReadonlySet<string> = new Set(REASONS)

const TOO_SMALL: Readonly<Record<string, string>> = {
  string: 'too_short',
  array: 'too_few',
  set: 'too_few',
  file: 'too_small',
}
const TOO_BIG: Readonly<Record<string, string>> = {
  string: 'too_long',
  array: 'too_many',
  set: 'too_many',
  file: 'too_large',
}
const FORMATS: Readonly<Record<string, string>> = {
  email: 'invalid_email',
  datetime: 'invalid_date',
  date: 'invalid_date',
}

const wrongType = (issue: Extract<Issue, { code: 'invalid_type' }>): string => {
  if (issue.input === undefined || issue.input === null) return 'required'
  if (issue.expected === 'int') return 'not_an_integer'
  return issue.expected === 'number' ? 'not_a_number' : 'invalid'
}

const reasonOf = (issue: Issue): string => {
  // A schema may name its reason itself: `{ error: 'money_two_places' }`.
  if (reasons.has(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue)
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1 ? 'required' : (TOO_SMALL[issue.origin] ?? 'too_small')
    case 'too_big':
      return TOO_BIG[issue.origin] ?? 'too_large'
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'invalid'
    case 'invalid_value':
      return issue.input === undefined ? 'required' : 'unknown_option'
    default:
      return 'invalid'
  }
}

/** Fields that a reply names, and characters of each: a hostile body of thousands of fields must not cost as many reasons. */
export const MAX_FIELDS = 100
const MAX_FIELD_CHARS = 200

const add = (fields: FieldReasons, path: readonly PropertyKey[], name: string | undefined, reason: string): void => {
  if (Object.keys(fields).length >= MAX_FIELDS) return
  const fullPath = name === undefined ? path : [...path, name]
  const field = fullPath.map(String).join('.').slice(0, MAX_FIELD_CHARS) || 'body'
  const found = (fields[field] ??= [])
  if (!found.includes(reason)) found.push(reason)
}

const addIssue = (fields: FieldReasons, issue: Issue, parent: readonly PropertyKey[]): void => {
  const path = [...parent, ...issue.path]
  if (issue.code === 'unrecognized_keys') issue.keys.forEach((key) => add(fields, path, key, 'unknown_field'))
  else if (issue.code === 'invalid_union' && issue.errors.length === 1)
    issue.errors[0]?.forEach((inner) => addIssue(fields, inner, path))
  else add(fields, path, undefined, reasonOf(issue))
}

/** Validation errors as `{ field: [reason, …] }`, the first hundred of them: fields are dotted paths, reasons keys of the `validation` messages. */
export const fieldReasons = (error: z.ZodError): FieldReasons => {
  // Without a prototype: a field of a body may be called `__proto__`.
  const fields = Object.create(null) as FieldReasons
  for (const issue of error.issues.slice(0, MAX_FIELDS)) addIssue(fields, issue, [])
  return fields
}

/** PostgreSQL cannot store a NUL character; half a surrogate pair is no text, and would be stored as another character. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The texts that cannot be stored as they are, as validation errors. They come from faulty clients and probes only. */
export const unstorable = (value: unknown, path: readonly string[] = [], fields: FieldReasons = {}): FieldReasons => {
  if (typeof value === 'string') {
    if (!isStorable(value)) add(fields, path, undefined, 'invalid')
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (isStorable(name)) unstorable(inner, [...path, name], fields)
      else add(fields, path, name.replaceAll('\0', '').toWellFormed(), 'invalid')
    }
  }
  return fields
}
