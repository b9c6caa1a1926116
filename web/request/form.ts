/** The text of a form field; '' if it is missing or a file. */
export const readFormText = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The texts of all form fields with this name. */
export const readFormTexts = (form: FormData, name: string): string[] =>
  form.getAll(name).filter((one): one is string => typeof one === 'string')
