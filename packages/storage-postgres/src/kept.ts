/**
 * V8 forgets what it knows of a kind of objects once a collection finds none of them, and throws away all code that it
 * compiled for them: the next units of work would take twice the processor time. So the newest of each kind stays here.
 */
export const kept: Partial<
  Record<'question' | 'columns' | 'row' | 'completion' | 'wanted' | 'cells' | 'unit', unknown>
> = {}
