import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderHebrew } from '../testing/render.tsx'
import { ManyPills } from './choice-pills.tsx'
import { CodeField } from './code-field.tsx'
import { Counter } from './counter.tsx'
import { DigitsField } from './digits-field.tsx'
import { EmailField } from './email-field.tsx'
import { EMPTY_PHONE, PhoneField, type PhoneValue } from './phone-field.tsx'
import { TimeField } from './time-field.tsx'

describe('PhoneField', () => {
  const open = async () => {
    const onChange = vi.fn<(value: PhoneValue) => void>()
    const Controlled = () => {
      const [value, setValue] = useState(EMPTY_PHONE)
      return (
        <PhoneField
          label="phone"
          value={value}
          onChange={(next) => {
            onChange(next)
            setValue(next)
          }}
        />
      )
    }
    await renderHebrew(<Controlled />)
    return { onChange, field: screen.getByLabelText('phone') }
  }

  it('groups the digits while they are typed and reports digits only', async () => {
    const { onChange, field } = await open()
    await userEvent.type(field, '052-418a7730')
    expect(field).toHaveProperty('value', '052-418-7730')
    expect(onChange).toHaveBeenLastCalledWith({ country: '972', number: '0524187730' })
  })

  it('selects the country of a pasted international number', async () => {
    const { onChange, field } = await open()
    await userEvent.click(field)
    await userEvent.paste('+44 20 7946 0958')
    expect(onChange).toHaveBeenLastCalledWith({ country: '44', number: '2079460958' })
    expect(screen.getByRole('combobox')).toHaveProperty('value', '44')
  })

  it('keeps every digit of a number that is too long', async () => {
    const { onChange, field } = await open()
    await userEvent.type(field, '052765432199887766')
    expect(onChange).toHaveBeenLastCalledWith({ country: '972', number: '052765432199887766' })
  })

  it('makes a pasted number with the country code a national one', async () => {
    const { onChange, field } = await open()
    await userEvent.click(field)
    await userEvent.paste('972-52-765-4321')
    expect(onChange).toHaveBeenLastCalledWith({ country: '972', number: '0527654321' })
    expect(field).toHaveProperty('value', '052-765-4321')
  })

  it('keeps the caret behind a digit that is inserted in the middle', async () => {
    const { field } = await open()
    await userEvent.type(field, '0524187730')
    const input = field as HTMLInputElement
    await userEvent.type(input, '9', { initialSelectionStart: 3, initialSelectionEnd: 3 })
    expect(input.value.replaceAll('-', '')).toBe('05294187730')
    expect(input.value.slice(0, input.selectionStart ?? 0).replaceAll('-', '')).toBe('0529')
  })
})

describe('DigitsField', () => {
  const open = async (max: number) => {
    const Controlled = () => {
      const [value, setValue] = useState('')
      return <DigitsField label="number" max={max} value={value} onChange={setValue} />
    }
    await renderHebrew(<Controlled />)
    return screen.getByLabelText('number')
  }

  it('takes a pasted number with hyphens whole', async () => {
    const field = await open(9)
    await userEvent.click(field)
    await userEvent.paste('51-423456-7')
    expect(field).toHaveProperty('value', '514234567')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('leaves digits that are too many and says so, until the number fits', async () => {
    const field = await open(3)
    await userEvent.type(field, '60a78')
    expect(field).toHaveProperty('value', '6078')
    expect(screen.getByRole('alert').textContent).toContain('3 ספרות')
    await userEvent.type(field, '{backspace}')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('EmailField', () => {
  const open = async () => {
    const Controlled = () => {
      const [value, setValue] = useState('')
      return (
        <EmailField
          label="email"
          value={value}
          onChange={(event) => setValue(event.target.value)}
          onCorrect={setValue}
        />
      )
    }
    await renderHebrew(<Controlled />)
    return screen.getByLabelText('email')
  }

  it('offers a correction when the field is left, and takes it at a click', async () => {
    const field = await open()
    await userEvent.type(field, 'dana@gmial.con')
    expect(screen.queryByRole('button')).toBeNull()
    await userEvent.tab()
    expect(screen.getByRole('status').textContent).toContain('dana@gmail.com')
    await userEvent.click(screen.getByRole('button'))
    expect(field).toHaveProperty('value', 'dana@gmail.com')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('leaves the address as it is when the offer is not taken', async () => {
    const field = await open()
    await userEvent.type(field, 'office@namal.co.li')
    await userEvent.tab()
    expect(field).toHaveProperty('value', 'office@namal.co.li')
  })
})

describe('CodeField', () => {
  const open = async () => {
    const onFull = vi.fn()
    const Controlled = () => {
      const [code, setCode] = useState('')
      return <CodeField label="code" value={code} onChange={setCode} onFull={onFull} />
    }
    await renderHebrew(<Controlled />)
    return { onFull, field: screen.getByLabelText('code') }
  }

  it('reports a complete code once', async () => {
    const { onFull, field } = await open()
    await userEvent.type(field, '12345')
    expect(onFull).not.toHaveBeenCalled()
    await userEvent.type(field, '6')
    await userEvent.type(field, '7')
    expect(onFull.mock.calls).toEqual([['123456']])
  })

  it('takes the digits of a pasted text', async () => {
    const { onFull, field } = await open()
    await userEvent.click(field)
    await userEvent.paste(' 123-456 ')
    expect(onFull).toHaveBeenCalledWith('123456')
  })
})

describe('TimeField', () => {
  const open = async (value = '') => {
    const onChange = vi.fn()
    await renderHebrew(<TimeField label="time" value={value} onChange={onChange} />)
    return { onChange, field: screen.getByLabelText('time') }
  }

  it('inserts the colon and reports a complete time', async () => {
    const { onChange, field } = await open()
    await userEvent.type(field, '2130')
    expect(onChange).toHaveBeenLastCalledWith('21:30')
  })

  it('completes a short time when the field is left', async () => {
    const { onChange, field } = await open()
    await userEvent.type(field, '9')
    expect(onChange).not.toHaveBeenCalled()
    await userEvent.tab()
    expect(onChange).toHaveBeenLastCalledWith('09:00')
  })

  it.each([
    ['19', '19:00'],
    ['7', '07:00'],
    ['1930', '19:30'],
  ])('reads %s as %s when the field is left', async (typed, time) => {
    const { onChange, field } = await open()
    await userEvent.type(field, typed)
    await userEvent.tab()
    expect(onChange).toHaveBeenLastCalledWith(time)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps what is no time, and says so', async () => {
    const { onChange, field } = await open('20:00')
    await userEvent.clear(field)
    await userEvent.type(field, '29:99')
    await userEvent.tab()
    expect(onChange).toHaveBeenLastCalledWith('')
    expect(field).toHaveProperty('value', '29:99')
    expect(screen.getByRole('alert').textContent).toContain('19:00')
  })
})

describe('Counter', () => {
  it('counts between its limits', async () => {
    const onChange = vi.fn()
    const { rerender } = await renderHebrew(<Counter label="VIP" value={0} max={2} onChange={onChange} />)
    const [less, more] = screen.getAllByRole('button')
    expect(less).toHaveProperty('disabled', true)
    await userEvent.click(more as HTMLElement)
    expect(onChange).toHaveBeenCalledWith(1)
    rerender(<Counter label="VIP" value={2} max={2} onChange={onChange} />)
    expect(more).toHaveProperty('disabled', true)
  })
})

describe('ManyPills', () => {
  const choices = ['a', 'b', 'c'].map((value) => ({ value, label: value }))

  it('adds and removes choices', async () => {
    const onChange = vi.fn()
    await renderHebrew(<ManyPills label="kinds" choices={choices} value={['a']} onChange={onChange} />)
    await userEvent.click(screen.getByLabelText('b'))
    await userEvent.click(screen.getByLabelText('a'))
    expect(onChange.mock.calls).toEqual([[['a', 'b']], [[]]])
  })

  it('disables the remaining choices at its maximum', async () => {
    await renderHebrew(<ManyPills label="kinds" choices={choices} value={['a', 'b']} max={2} onChange={vi.fn()} />)
    expect(screen.getByLabelText('c')).toHaveProperty('disabled', true)
    expect(screen.getByLabelText('a')).toHaveProperty('disabled', false)
  })
})
