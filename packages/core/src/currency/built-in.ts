/**
 * Decimals of each currency.
 *
 * Chains: the base unit of each chain (satoshi 10^-8, wei 10^-18, drop 10^-6, stroop 10^-7, sun 10^-6, lamport 10^-9).
 * `ADDRESS_CHAINS` lists the chains whose accounts take an address instead of an xpub. Fiat: the minor units of ISO
 * 4217; the metals and the SDR, which have none, get six. The codes are those of the documented API
 * (docs/reference/operations.md).
 */
// biome-ignore format: a table reads better in rows
export const CHAIN_CURRENCIES = {
  ALGO: 6, ADA: 6, BCH: 8, BNB: 8, BSC: 18, BTC: 8, CELO: 18, DOGE: 8, EGLD: 18, ETH: 18, FLOW: 8,
  KCS: 18, KLAY: 18, LTC: 8, MATIC: 18, ONE: 18, SOL: 9, TRON: 6, VET: 18, XDC: 18, XLM: 7, XRP: 6,
} as const satisfies Readonly<Record<string, number>>

/** Chains without xpub. Their accounts take an address instead. */
export const ADDRESS_CHAINS: ReadonlySet<string> = new Set(['ALGO', 'BNB', 'EGLD', 'SOL', 'XLM', 'XRP'])

// biome-ignore format: a table reads better in rows
export const TOKEN_CURRENCIES = {
  BADA: 18, BAT: 18, BBCH: 18, BBTC: 18, BDOT: 18, BETH: 18, BLTC: 18, BUSD: 18, BUSD_BSC: 18, BXRP: 18,
  CAKE: 18, CEUR: 18, CUSD: 18, FREE: 18, GMC: 18, GMC_BSC: 18, LEO: 18, LINK: 18, MKR: 18, MMY: 18,
  PAX: 18, PAXG: 18, RMD: 18, TUSD: 18, UNI: 18, USDC: 6, USDC_MATIC: 6, USDC_MATIC_NATIVE: 6, USDT: 6,
  USDT_MATIC: 6, USDT_TRON: 6, WBNB: 18, WBTC: 8, XCON: 18,
} as const satisfies Readonly<Record<string, number>>

// biome-ignore format: a table reads better in rows
export const FIAT_CURRENCIES = {
  AED: 2, AFN: 2, ALL: 2, AMD: 2, ANG: 2, AOA: 2, ARS: 2, AUD: 2, AWG: 2, AZN: 2, BAM: 2, BBD: 2, BDT: 2,
  BGN: 2, BHD: 3, BIF: 0, BMD: 2, BND: 2, BOB: 2, BRL: 2, BSD: 2, BTN: 2, BWP: 2, BYN: 2, BYR: 0, BZD: 2,
  CAD: 2, CDF: 2, CHF: 2, CLF: 4, CLP: 0, CNY: 2, COP: 2, CRC: 2, CUC: 2, CUP: 2, CVE: 2, CZK: 2, DJF: 0,
  DKK: 2, DOP: 2, DZD: 2, EGP: 2, ERN: 2, ETB: 2, EUR: 2, FJD: 2, FKP: 2, FUSD: 8, GBP: 2, GEL: 2, GGP: 2,
  GHS: 2, GIP: 2, GMD: 2, GNF: 0, GTQ: 2, GYD: 2, HKD: 2, HNL: 2, HRK: 2, HTG: 2, HUF: 2, IDR: 2, ILS: 2,
  IMP: 2, INR: 2, IQD: 3, IRR: 2, ISK: 0, JEP: 2, JMD: 2, JOD: 3, JPY: 0, KES: 2, KGS: 2, KHR: 2, KMF: 0,
  KPW: 2, KRW: 0, KWD: 3, KYD: 2, KZT: 2, LAK: 2, LBP: 2, LKR: 2, LRD: 2, LSL: 2, LTL: 2, LVL: 2, LYD: 3,
  MAD: 2, MDL: 2, MGA: 2, MKD: 2, MMK: 2, MNT: 2, MOP: 2, MRO: 2, MUR: 2, MVR: 2, MWK: 2, MXN: 2, MYR: 2,
  MZN: 2, NAD: 2, NGN: 2, NIO: 2, NOK: 2, NPR: 2, NZD: 2, OMR: 3, PAB: 2, PEN: 2, PGK: 2, PHP: 2, PKR: 2,
  PLN: 2, PYG: 0, QAR: 2, RON: 2, RSD: 2, RUB: 2, RWF: 0, SAR: 2, SBD: 2, SCR: 2, SDG: 2, SEK: 2, SGD: 2,
  SHP: 2, SLL: 2, SOS: 2, SRD: 2, STD: 2, SVC: 2, SYP: 2, SZL: 2, THB: 2, TJS: 2, TMT: 2, TND: 3, TOP: 2,
  TRY: 2, TTD: 2, TWD: 2, TZS: 2, UAH: 2, UGX: 0, USD: 2, UYU: 2, UZS: 2, VEF: 2, VND: 0, VUV: 0, WST: 2,
  XAF: 0, XAG: 6, XAU: 6, XCD: 2, XDR: 6, XOF: 0, XPF: 0, YER: 2, ZAR: 2, ZMK: 2, ZMW: 2, ZWL: 2,
} as const satisfies Readonly<Record<string, number>>
