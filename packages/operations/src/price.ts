/** Credits of a call that succeeded. A refused call costs nothing. */
export type Price<Args> =
  /** The same for every call. */
  | { readonly kind: 'flat'; readonly credits: number }
  /** A base, plus an amount for each item that the call handled. */
  | {
      readonly kind: 'perItem'
      readonly base: number
      readonly each: number
      readonly item: string
      readonly count: (args: Args, output: unknown) => number
    }
  /** By the methods in a pass-through call. */
  | {
      readonly kind: 'perMethod'
      readonly rates: Readonly<Record<string, number>>
      readonly count: (args: Args) => number
    }
  /** The documentation states none. We chose the credits, by the public reference if it has a price. */
  | { readonly kind: 'unstated'; readonly credits: number }

export const flat = (credits: number): Price<unknown> => ({ kind: 'flat', credits })

export const unstated = (credits: number): Price<unknown> => ({ kind: 'unstated', credits })

/** @param rates For the description; `count` computes the price */
export function perMethod<Args>(
  rates: Readonly<Record<string, number>>,
  count: (args: Args) => number,
): Price<Args> {
  return { kind: 'perMethod', rates, count }
}

export function perItem<Args>(
  base: number,
  each: number,
  item: string,
  count: (args: Args, output: unknown) => number,
): Price<Args> {
  return { kind: 'perItem', base, each, item, count }
}

export function priceOf<Args>(price: Price<Args>, args: Args, output: unknown): number {
  switch (price.kind) {
    case 'flat':
    case 'unstated':
      return price.credits
    case 'perItem':
      return price.base + price.each * price.count(args, output)
    case 'perMethod':
      return price.count(args)
  }
}

/** The price in words, for the reference. */
export function describePrice<Args>(price: Price<Args>): string {
  switch (price.kind) {
    case 'flat':
    case 'unstated':
      return inCredits(price.credits)
    case 'perItem':
      if (price.base === 0) return `${inCredits(price.each)} per ${price.item}`
      return `${inCredits(price.base)} + ${price.each} per ${price.item}`
    case 'perMethod':
      return Object.entries(price.rates)
        .map(([method, credits]) => `${inCredits(credits)} per ${method}`)
        .join(', ')
  }
}

function inCredits(credits: number): string {
  return credits === 1 ? '1 credit' : `${credits} credits`
}
