/** What the camera looks for: tickets are QR codes, and the bar code of a bottle is nobody's ticket. */
export const SCAN_FORMATS: 'qr_code'[] = ['qr_code']
