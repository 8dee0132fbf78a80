/** The formats to decode: tickets are QR codes, other barcodes are ignored. */
export const SCAN_FORMATS: 'qr_code'[] = ['qr_code']
