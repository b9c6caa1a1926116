/** The database lets us in only once the operator has put something right; the message is one sentence that says what. */
export class DatabaseRefused extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'DatabaseRefused'
  }
}
