import type { VenuePlan } from './show.ts'

/** Places that exist nowhere but here, on streets that do. */
export const VENUES: readonly VenuePlan[] = [
  {
    name: 'האנגר 11',
    street: 'נמל תל אביב',
    number: '11',
    city: 'תל אביב-יפו',
    notes: 'כניסה מצד הים. העמסה משער 4 עד 15:00. חניון רידינג במרחק חמש דקות הליכה.',
  },
  {
    name: 'גג בית היוצר',
    street: 'יפת',
    number: '27',
    city: 'תל אביב-יפו',
    notes: 'קומה שלישית, מעלית לנגישות מהחצר. סיום הגברה ב־23:30.',
  },
  {
    name: 'כרם נבט',
    street: 'דרך היין',
    number: '1',
    city: 'זכרון יעקב',
    notes: 'שני שערים: צפון (הסעות) ודרום (חניה). תאורה על גנרטור.',
  },
  {
    name: 'מועדון הסיבוב',
    street: 'שדרות המגינים',
    number: '52',
    city: 'חיפה',
    notes: 'רחבה אחת, 650 עומדים. בדיקת גיל בכניסה.',
  },
  { name: 'מרכז הכנסים ירושלים', street: 'שדרות שז״ר', number: '1', city: 'ירושלים', notes: 'אולם ארז, 450 מקומות.' },
  { name: 'תיאטרון הפארק', street: 'שדרות רוקח', number: '2', city: 'רמת גן', notes: 'חניון עגלות ליד הקופה.' },
]
