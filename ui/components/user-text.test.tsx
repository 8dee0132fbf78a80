import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { UserText } from './user-text.tsx'

it('a text of both directions is marked for that of the page, and others keep their own', () => {
  render(
    <>
      <UserText>{'DJ נועם'}</UserText>
      <UserText>{'Mamma Mia!'}</UserText>
    </>,
  )
  expect(screen.getByText('DJ נועם').dataset['both']).toBe('true')
  expect(screen.getByText('Mamma Mia!').dataset['both']).toBeUndefined()
})
