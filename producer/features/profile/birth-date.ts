/** Why a chosen date of birth is none: a part is missing, or its month has no such day; undefined where nothing is wrong. */
export const birthReason = (value: string): 'incomplete' | 'no_such_day' | undefined => {
  if (value === '') return undefined
  const [year = '', month = '', day = ''] = value.split('-')
  // Without a year a leap year, and without a month one of 31 days.
  const longest = new Date(Date.UTC(Number(year || 2000), Number(month || 1), 0)).getUTCDate()
  if (Number(day) > longest) return 'no_such_day'
  return year === '' || month === '' || day === '' ? 'incomplete' : undefined
}
