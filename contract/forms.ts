import { FIELD_TYPES } from '@kartis/domain/form.ts'
import { z } from 'zod'
import {
  byUuid,
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
import { textsWith } from './localized-text.ts'
import { line, paragraph } from './text.ts'

const tag = 'forms'

export const fieldType = z.enum(FIELD_TYPES)

const option = line(200)
const options = z.array(option).max(100)
const formTexts = textsWith({ name: line(120) })
/** A question in English and Arabic; `options` in the order of the Hebrew ones, an empty one is read in Hebrew. */
const fieldTexts = textsWith({ name: line(200), description: paragraph(1000), options })

export const formField = z
  .object({
    uuid,
    type: fieldType,
    name: z.string(),
    description: z.string(),
    advanced: z.string().nullable(),
    required: z.boolean(),
    options: z.array(z.string()),
    min: z.number().nullable(),
    max: z.number().nullable(),
    texts: fieldTexts,
  })
  .meta({ id: 'FormField' })
export type FormField = z.infer<typeof formField>

/** A form with its questions in order; `ask_per` says whether they are asked once or for every ticket. */
export const form = z
  .object({
    uuid,
    name: z.string(),
    ask_per: z.enum(['order', 'ticket']),
    texts: formTexts,
    fields: z.array(formField),
    events_count: z.int(),
    answers_count: z.int(),
    created_at: instant,
    updated_at: instant,
    can: z.object({ edit: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'Form' })
export type Form = z.infer<typeof form>

/** A question in the buyer's language. An answer is one of `options`, whatever language it was read in. */
export const publicField = formField
  .omit({ texts: true })
  .extend({
    /** What the buyer reads for each of `options`. */
    option_labels: z.array(z.string()),
  })
  .meta({ id: 'PublicFormField' })
export type PublicField = z.infer<typeof publicField>

/** The questions for a buyer. */
export const publicForm = form
  .pick({ uuid: true, name: true, ask_per: true })
  .extend({ fields: z.array(publicField) })
  .meta({ id: 'PublicForm' })

const fieldInput = z.strictObject({
  uuid: uuid.optional(),
  type: fieldType,
  name: line(200),
  description: paragraph(1000).default(''),
  advanced: line(60).nullable().optional(),
  required: z.boolean().default(false),
  options: options.default([]),
  min: z.number().nullable().optional(),
  max: z.number().nullable().optional(),
  texts: fieldTexts.optional(),
})

const formInput = {
  name: line(120),
  ask_per: z.enum(['order', 'ticket']).default('order'),
  texts: formTexts.optional(),
  fields: z.array(fieldInput).max(60),
}

/** Every reply has them. */
const relations = { with: ['fields'], with_count: ['events', 'answers'] } as const

export const listForms = endpoint({
  method: 'GET',
  path: '/v1/producer/forms',
  aliases: ['/v1/forms'],
  access: { permission: 'form.list' },
  tag,
  summary: 'The forms of the workspace.',
  query: listQuery({ ...relations, sort: ['name', 'created_at'], or: ['name'] }),
  reply: page(form),
})

export const exportForms = exportOf(listForms)
export const formStatusCases = statusCasesAt('/v1/producer/forms/status_cases', tag, ['/v1/forms/status_cases'])

export const createForm = endpoint({
  method: 'POST',
  path: '/v1/producer/forms',
  aliases: ['/v1/forms'],
  access: { permission: 'form.edit' },
  tag,
  summary: 'Create a form: a name and at least one field.',
  body: z.strictObject(formInput),
  reply: data(form),
  status: 201,
})

export const showForm = endpoint({
  method: 'GET',
  path: '/v1/producer/forms/:uuid',
  aliases: ['/v1/forms/:uuid'],
  access: { permission: 'form.list' },
  tag,
  summary: 'One form.',
  params: byUuid,
  query: showQuery(relations),
  reply: data(form),
})

export const updateForm = endpoint({
  method: 'PATCH',
  path: '/v1/producer/forms/:uuid',
  aliases: ['/v1/forms/:uuid'],
  access: { permission: 'form.edit' },
  tag,
  summary: 'Change a form. Answers already given keep their question.',
  params: byUuid,
  body: z
    .strictObject({
      name: formInput.name,
      ask_per: z.enum(['order', 'ticket']),
      texts: formTexts,
      fields: formInput.fields,
    })
    .partial(),
  reply: data(form),
})

export const deleteForm = endpoint({
  method: 'DELETE',
  path: '/v1/producer/forms/:uuid',
  aliases: ['/v1/forms/:uuid'],
  access: { permission: 'form.edit' },
  tag,
  summary: 'Remove a form that no coming event asks.',
  params: byUuid,
  reply: data(z.object({ done: z.literal(true) })),
  refusals: ['form_in_use'],
})
