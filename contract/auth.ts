import { CODE_PURPOSE_NAMES, hasSubject } from '@kartis/domain/code-purpose.ts'
import { PERMISSION_NAMES, ROLES } from '@kartis/domain/permissions.ts'
import { GENDERS } from '@kartis/domain/person.ts'
import { z } from 'zod'
import {
  byUuid,
  calendarDay,
  data,
  endpoint,
  exportOf,
  instant,
  listQuery,
  page,
  showQuery,
  statusCasesAt,
  uuid,
} from './endpoint.ts'
import { line, lineOrNumber } from './text.ts'

const tag = 'auth'

export const language = z.enum(['he', 'en', 'ar'])
/** Proof of a phone: the code that `POST /v1/login` sent to it for this purpose and entity, and the id of that sending. */
export const phoneProof = z.strictObject({ method_id: line(64), code: line(12) })

/** A locale names its language: `he_IL`, `en-US`. */
const typedLanguage = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim().toLowerCase().split(/[-_]/)[0] : value),
  language,
)
export const gender = z.enum(GENDERS)
export const role = z.enum(ROLES)

/** An account as its member sees it in the switcher. */
export const accountBrief = z
  .object({
    id: uuid,
    uuid,
    name: z.string(),
    role,
    /** False: the membership is limited to some events. */
    all_events: z.boolean(),
  })
  .meta({ id: 'AccountBrief' })

/** The chosen account and everything that the caller may do in it. */
export const workspace = accountBrief
  .extend({ can: z.record(z.enum(PERMISSION_NAMES), z.boolean()) })
  .meta({ id: 'Workspace' })
export type Workspace = z.infer<typeof workspace>

export const user = z
  .object({
    id: uuid,
    uuid,
    name: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    email: z.string().nullable(),
    auth_type: z.literal('phone'),
    /** Masked but for the last three digits. */
    id_number: z.string().nullable(),
    gender: gender.nullable(),
    date_birth: z.string().nullable(),
    phone: z.object({ phone_number: z.string(), phone_national: z.string() }),
    settings: z.object({ language }),
    is_signup_complete: z.boolean(),
    accounts: z.array(accountBrief),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof user>

export const login = endpoint({
  method: 'POST',
  path: '/v1/login',
  access: 'public',
  tag,
  summary:
    'Send a one-time code to a phone. It is accepted for its purpose only, and for the entity where one is named: the order of `checkout`, the event of `waiting_list`, the transfer of `transfer`. Without a purpose it signs in; to the own phone of a signed-in caller it confirms. The reply does not reveal whether the phone is registered.',
  body: z
    .strictObject({
      phone_country_code: lineOrNumber(6),
      phone_number: lineOrNumber(32).refine((text) => text !== '', { error: 'required' }),
      purpose: z.enum(CODE_PURPOSE_NAMES).optional(),
      /** The entity that the code is good for. */
      subject_uuid: uuid.optional(),
    })
    .refine(
      ({ purpose, subject_uuid: subject }) => purpose === undefined || !hasSubject(purpose) || subject !== undefined,
      {
        path: ['subject_uuid'],
        error: 'required',
      },
    ),
  reply: data(z.object({ phones_id: uuid, expires_at: instant, resend_at: instant })),
  // `confirm` and `erase` are sent to nobody but the caller.
  refusals: ['phone_not_allowed', 'unauthorized'],
})

/** A session that has begun; its refresh token is a cookie. */
export const signedIn = data(z.object({ user, token: z.string(), expires_at: instant }))

export const authenticate = endpoint({
  method: 'POST',
  path: '/v1/login/authenticate',
  access: 'public',
  tag,
  summary:
    'Exchange the code for a bearer token; the refresh token is set as an HttpOnly cookie. Who has a passkey is asked for it: `passkey_required`.',
  body: z.strictObject({ method_id: z.string().max(64), code: lineOrNumber(12) }),
  reply: signedIn,
  refusals: ['code_wrong', 'code_expired', 'code_burned', 'passkey_required'],
})

export const refresh = endpoint({
  method: 'POST',
  path: '/v1/login/refresh',
  access: 'public',
  tag,
  summary:
    'Exchange the HttpOnly refresh cookie for a new token; the cookie rotates, and a reused one ends the session.',
  reply: data(z.object({ token: z.string(), expires_at: instant })),
  refusals: ['unauthorized'],
  idempotent: false,
})

export const logout = endpoint({
  method: 'POST',
  path: '/v1/logout',
  access: 'public',
  tag,
  summary: 'End the session of the bearer token and of the refresh cookie.',
  reply: data(z.object({ done: z.literal(true) })),
})

export const personName = line(60)

export const signup = endpoint({
  method: 'POST',
  path: '/v1/account/users/signup',
  access: 'user',
  tag,
  summary: 'Personal details of a signed-in phone; completes the sign-up.',
  body: z.strictObject({
    first_name: personName,
    last_name: personName,
    email: line(254),
    id_number: lineOrNumber(20),
    gender,
  }),
  reply: data(z.object({ user })),
  refusals: ['A21'],
})

export const showMe = endpoint({
  method: 'GET',
  path: '/v1/account/users/me',
  access: 'user',
  tag,
  summary: 'Own profile.',
  query: showQuery({ with: ['accounts'] }),
  reply: data(user),
})

const profile = z.strictObject({
  first_name: personName.optional(),
  last_name: personName.optional(),
  email: line(254).optional(),
  id_number: lineOrNumber(20).optional(),
  gender: gender.nullable().optional(),
  date_birth: calendarDay.nullable().optional(),
  settings: z.strictObject({ language: typedLanguage }).optional(),
})

export const updateMe = endpoint({
  method: 'PATCH',
  path: '/v1/account/users/me',
  access: 'user',
  tag,
  summary: 'Change own profile or language.',
  body: profile,
  reply: data(user),
})

/** The users that a caller may see are the caller. Members of a workspace are `/v1/account/members`. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/v1/account/users',
  access: 'user',
  tag,
  summary: 'The signed-in user, as a list of one.',
  query: listQuery({ with: ['accounts'] }),
  reply: page(user),
})
export const exportUsers = exportOf(listUsers)
export const userStatusCases = statusCasesAt('/v1/account/users/status_cases', tag)

export const showUser = endpoint({
  method: 'GET',
  path: '/v1/account/users/:uuid',
  access: 'user',
  tag,
  summary: 'Own profile by its uuid, as `me`.',
  params: byUuid,
  query: showQuery({ with: ['accounts'] }),
  reply: data(user),
})

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/v1/account/users/:uuid',
  access: 'user',
  tag,
  summary: 'Change own profile by its uuid, as `me`.',
  params: byUuid,
  body: profile,
  reply: data(user),
})

/** What an app needs at its start, in one call. */
export const init = endpoint({
  method: 'GET',
  path: '/v1/:app_name/init',
  access: 'public',
  tag,
  summary: 'What an app needs at its start: the user, the chosen account, the state of the sign-up.',
  params: z.object({ app_name: z.enum(['app', 'producer', 'order', 'customer', 'cashier']) }),
  reply: data(
    z.object({
      user: user.nullable(),
      account: workspace.nullable(),
      status: z.object({
        signed_in: z.boolean(),
        signup_complete: z.boolean(),
        has_account: z.boolean(),
        pending_invites: z.int(),
        version: z.string(),
        now: instant,
        payments: z.string(),
        messages: z.string(),
        /** The DSN that errors of the app are reported to, where one is set. */
        fault_reports: z.string().nullable(),
      }),
    }),
  ),
  refusals: ['unauthorized'],
})
