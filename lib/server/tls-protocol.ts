/**
 * TLS 1.3, and of 1.2 what has forward secrecy and authenticated encryption: no RSA key exchange, whose past traffic a stolen
 * key opens, and no CBC, whose padding has been attacked again and again. The first three suites are those of TLS 1.3.
 */
export const TLS_PROTOCOL = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
} as const;
