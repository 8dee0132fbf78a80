import { useForm } from '@mantine/form'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import text from '@kartis/i18n/messages/he/signup.json'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../testing/render.tsx'
import { CompanyFields, NO_COMPANY } from './company-fields.tsx'

function Fields({ phone }: { readonly phone: string }) {
  const form = useForm({ mode: 'controlled', initialValues: { ...NO_COMPANY, phone } })
  return (
    <>
      <CompanyFields form={form} />
      <output>{form.values.phone}</output>
    </>
  )
}

const open = async (phone = '') => {
  await renderApp(<Fields phone={phone} />, { messages: ['signup'] })
  return {
    number: screen.getByLabelText(text.company.tax_id),
    phone: screen.getByLabelText(text.company.phone),
    value: () => document.querySelector('output')?.textContent,
  }
}

describe('the details of a company', () => {
  it('take a company number with hyphens whole', async () => {
    const { number } = await open()
    await userEvent.click(number)
    await userEvent.paste('51-423456-7')
    expect(number).toHaveProperty('value', '514234567')
  })

  it.each(['03-555-0144', '+972-3-555-0144', '+972 (0)3 5550144', '(03) 5550144'])(
    'take the phone %s',
    async (typed) => {
      const { phone, value } = await open()
      await userEvent.click(phone)
      await userEvent.paste(typed)
      expect(value()).toBe('035550144')
      await userEvent.tab()
      expect(phone).toHaveProperty('value', '03-555-0144')
    },
  )

  it('replace a phone that is typed over after Tab', async () => {
    const { phone, value } = await open('035550144')
    // Tab selects the text of a field.
    phone.focus()
    ;(phone as HTMLInputElement).select()
    await userEvent.keyboard('0481234567')
    expect(value()).toBe('0481234567')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('say so when a phone is too long', async () => {
    const { phone, value } = await open()
    await userEvent.type(phone, '04812345678')
    expect(value()).toBe('0481234567')
    expect(screen.getByRole('alert').textContent).toContain('10 ספרות')
  })
})
