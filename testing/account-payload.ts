/** Body of `POST /v1/accounts`; every field is valid. */
export const accountPayload = {
  name: 'הבמה המרכזית',
  vat_name: 'הבמה המרכזית בע"מ',
  vat_number: '515308203',
  address_city: 'תל אביב-יפו',
  address_street: 'הירקון',
  address_street_number: '12א',
  contact_phone: '03-5171234',
  contact_email: 'office@bama.co.il',
  billing_email: 'billing@bama.co.il',
  vat_type: 'hevra',
  payment_methods: [
    {
      type: 'bank' as const,
      holder_name: 'הבמה המרכזית בע"מ',
      bank_number: 10,
      bank_branch_number: '607',
      bank_account_number: '11710022',
    },
  ],
  terms_version: '2026-11',
}

/** Body of `POST /v1/signup`; every field is valid. */
export const signupPayload = (phone: string, names = { first_name: 'נועה', last_name: 'לוי' }) => ({
  ...names,
  email: `noa${phone}@example.co.il`,
  id_number: '000000018',
  gender: 'female' as const,
})
