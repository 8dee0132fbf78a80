import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Button, IconButton } from './button.tsx'

describe('a button whose request is running', () => {
  it('is disabled, says so, and takes no press', () => {
    const press = vi.fn()
    const { rerender } = render(
      <Button busy busyText="שומרים…" onClick={press}>
        {'שמירה'}
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'שומרים…' })
    expect(button).toHaveProperty('disabled', true)
    expect(button.getAttribute('aria-busy')).toBe('true')
    fireEvent.click(button)
    expect(press).not.toHaveBeenCalled()
    rerender(<Button onClick={press}>{'שמירה'}</Button>)
    const free = screen.getByRole('button', { name: 'שמירה' })
    expect(free).toHaveProperty('disabled', false)
    expect(free.getAttribute('aria-busy')).toBeNull()
    fireEvent.click(free)
    expect(press).toHaveBeenCalledOnce()
  })

  it('submits nothing, and an icon keeps its name', () => {
    const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    render(
      <form onSubmit={submit}>
        <Button type="submit" busy>
          {'שליחה'}
        </Button>
        <IconButton label="מחיקה" busy>
          {'x'}
        </IconButton>
      </form>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'שליחה' }))
    expect(submit).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'מחיקה' })).toHaveProperty('disabled', true)
  })
})
