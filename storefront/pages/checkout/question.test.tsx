import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useState } from 'react'
import { inPage } from '../../testing/serve.tsx'
import { Question } from './question.tsx'
import type { Field, Value } from './questions.ts'
import { reasonFor } from './questions.ts'
import type { Answers } from './use-answers.ts'

const field = (change: Partial<Field>): Field => ({
  uuid: 'f1',
  type: 'select',
  name: 'Diet',
  description: '',
  advanced: null,
  required: false,
  options: ['Vegan', 'Fish'],
  option_labels: ['Vegan', 'Fish'],
  min: null,
  max: null,
  ...change,
})

const show = (shown: Field, wrong?: string) => {
  const values: Value[] = []
  const Shown = () => {
    const [value, setValue] = useState<Value>()
    const answers = {
      wrong: wrong ? { q1: wrong } : {},
      valueOf: () => value,
      setValue: (_: string, next: Value) => {
        values.push(next)
        setValue(next)
      },
      onLeave: () => undefined,
    } as unknown as Answers
    return (
      <Question
        question={{ id: 'q1', field: shown, ticketNo: 0 }}
        answers={answers}
        upload={{ order: 'o1', token: 'key' }}
      />
    )
  }
  const Page = inPage()
  render(
    <Page>
      <Shown />
    </Page>,
  )
  return values
}

describe('a question in another language', () => {
  it.each(['select', 'checkboxes'] as const)('shows the labels of a %s and answers with the option', async (type) => {
    const values = show(field({ type, options: ['טבעוני', 'דג'], option_labels: ['Vegan', 'Fish'] }))
    expect(screen.queryByText('דג')).toBeNull()
    await act(async () => fireEvent.click(screen.getByLabelText('Fish')))
    expect(values).toEqual([type === 'select' ? 'דג' : ['דג']])
  })
})

describe('a question with a few options', () => {
  it('can be cleared when it is optional', async () => {
    const values = show(field({}))
    expect(screen.queryByRole('button')).toBeNull()
    await act(async () => fireEvent.click(screen.getByLabelText('Fish')))
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Clear: Diet' })))
    expect(values).toEqual(['Fish', ''])
    expect(screen.getByLabelText('Fish')).toHaveProperty('checked', false)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('has no such button when it is required', async () => {
    show(field({ required: true }))
    await act(async () => fireEvent.click(screen.getByLabelText('Fish')))
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('a number', () => {
  it('is refused below zero, and the text names both bounds', () => {
    const age = field({ type: 'number', name: 'Age', max: 120 })
    expect(reasonFor(age, '-5')).toBe('out_of_range')
    expect(reasonFor(age, '121')).toBe('out_of_range')
    expect(reasonFor(age, '34')).toBeUndefined()
    show(age, 'out_of_range')
    expect(screen.getByRole('alert').textContent).toMatch(/0\D+120/)
  })
})
