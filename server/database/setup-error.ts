/** A database setup that the operator has to correct; the message is one sentence that says how. */
export class DatabaseSetupError extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'DatabaseSetupError'
  }
}
