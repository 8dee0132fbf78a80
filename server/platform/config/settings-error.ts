/** A wrong environment. The message is one line that names the variable and its allowed values. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}
