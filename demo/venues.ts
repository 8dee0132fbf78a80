import type { VenuePlan } from './show.ts'

/** Places that exist nowhere but here, on streets that do. */
export const VENUES: readonly VenuePlan[] = [
  {
    name: 'האנגר 11',
    street: 'נמל תל אביב',
    number: '11',
    city: 'תל אביב-יפו',
    notes: 'כניסה מצד הים. העמסה משער 4 עד 15:00. חניון רידינג במרחק חמש דקות הליכה.',
    texts: {
      en: { name: 'Hangar 11', address_street: 'Tel Aviv Port' },
      ar: { name: 'هنغار 11', address_street: 'ميناء تل أبيب' },
    },
  },
  {
    name: 'גג בית היוצר',
    street: 'יפת',
    number: '27',
    city: 'תל אביב-יפו',
    notes: 'קומה שלישית, מעלית לנגישות מהחצר. סיום הגברה ב־23:30.',
    texts: {
      en: { name: 'The Creator’s House Rooftop', address_street: 'Yefet St' },
      ar: { name: 'سطح بيت المبدع', address_street: 'شارع يفت' },
    },
  },
  {
    name: 'כרם נבט',
    street: 'דרך היין',
    number: '1',
    city: 'זכרון יעקב',
    notes: 'שני שערים: צפון (הסעות) ודרום (חניה). תאורה על גנרטור.',
    texts: {
      en: { name: 'Nevet Vineyard', address_street: 'Wine Road' },
      ar: { name: 'كرم نيفت', address_street: 'طريق النبيذ' },
    },
  },
  {
    name: 'מועדון הסיבוב',
    street: 'שדרות המגינים',
    number: '52',
    city: 'חיפה',
    notes: 'רחבה אחת, 650 עומדים. בדיקת גיל בכניסה.',
    texts: {
      en: { name: 'The Sivuv Club', address_street: 'HaMeginim Ave' },
      ar: { name: 'نادي السيفوف', address_street: 'جادة همجينيم' },
    },
  },
  {
    name: 'מרכז הכנסים ירושלים',
    street: 'שדרות שז״ר',
    number: '1',
    city: 'ירושלים',
    notes: 'אולם ארז, 450 מקומות.',
    texts: {
      en: { name: 'Jerusalem Convention Centre', address_street: 'Shazar Ave' },
      ar: { name: 'مركز مؤتمرات القدس', address_street: 'جادة شزار' },
    },
  },
  {
    name: 'תיאטרון הפארק',
    street: 'שדרות רוקח',
    number: '2',
    city: 'רמת גן',
    notes: 'חניון עגלות ליד הקופה.',
    texts: {
      en: { name: 'Park Theatre', address_street: 'Rokach Blvd' },
      ar: { name: 'مسرح البارك', address_street: 'جادة روكاح' },
    },
  },
  {
    name: 'היכל הצליל',
    street: 'שדרות רגר',
    number: '41',
    city: 'באר שבע',
    notes: 'פרטר ויציע. כניסת אמנים מהחצר.',
    texts: {
      en: { name: 'Tzlil Concert Hall', address_street: 'Rager Blvd' },
      ar: { name: 'قاعة تسليل', address_street: 'جادة ريغر' },
    },
  },
  {
    name: 'אצטדיון הנחל',
    street: 'דרך השלום',
    number: '8',
    city: 'נתניה',
    notes: 'עשרה שערים, שלושה גושים לכל שער. חניית נכים ליד שער 1.',
    texts: {
      en: { name: 'Nahal Stadium', address_street: 'HaShalom Rd' },
      ar: { name: 'ستاد هنحال', address_street: 'طريق السلام' },
    },
  },
  {
    name: 'פארק המעיין',
    street: 'דרך הפארק',
    number: '1',
    city: 'ראשון לציון',
    notes: 'עמידה על הדשא, 1,600 כיסאות מאחור.',
    texts: {
      en: { name: 'Maayan Park', address_street: 'HaPark Rd' },
      ar: { name: 'منتزه معيان', address_street: 'طريق المنتزه' },
    },
  },
]
