// SPDX-License-Identifier: Apache-2.0
//
// Made by tools/gen_math_polynomials.py; not to be edited. Those of
// double in polynomials.h.
#ifndef QUERN_CPU_MATH_POLYNOMIALS_FIXED_H
#define QUERN_CPU_MATH_POLYNOMIALS_FIXED_H
// clang-format off

#include "fixed.h"

static inline double poly_erf(double x) {
  const i64 u = fixed_argument(x, 1);
  i64 y = 2859884949750017;
  y = fixed_product(y, u) + -8073716712222890;
  y = fixed_product(y, u) + 19421415996177676;
  y = fixed_product(y, u) + -50060386826392616;
  y = fixed_product(y, u) + 124531070537131360;
  y = fixed_product(y, u) + -281961258932643808;
  y = fixed_product(y, u) + 569299549097190848;
  y = fixed_product(y, u) + -1009208505420384896;
  y = fixed_product(y, u) + 1541846060926821632;
  y = fixed_product(y, u) + -1982373496739654144;
  y = fixed_product(y, u) + 2081492171354593536;
  y = fixed_product(y, u) + -1734576809459721472;
  y = fixed_product(y, u) + 148011102487932192;
  return fixed_value(y, 60);
}

static inline double poly_erfc(double x) {
  const i64 u = fixed_argument(x, 0);
  i64 y = -259865210655765920;
  y = fixed_product(y, u) + -70413829053251024;
  y = fixed_product(y, u) + 208086849353153408;
  y = fixed_product(y, u) + 50685689318621200;
  y = fixed_product(y, u) + -61224604504634968;
  y = fixed_product(y, u) + -13054799422988164;
  y = fixed_product(y, u) + -15172262165731020;
  y = fixed_product(y, u) + 9066566212662086;
  y = fixed_product(y, u) + 51850547119639080;
  y = fixed_product(y, u) + -53404858888277832;
  y = fixed_product(y, u) + -57434636153705104;
  y = fixed_product(y, u) + 177853402976775520;
  y = fixed_product(y, u) + -117630263947743040;
  y = fixed_product(y, u) + -223656672739266592;
  y = fixed_product(y, u) + 742588055767254016;
  y = fixed_product(y, u) + -1195181774958768896;
  y = fixed_product(y, u) + 1371239286027426816;
  y = fixed_product(y, u) + -1223579283216890112;
  y = fixed_product(y, u) + 864532809357207936;
  y = fixed_product(y, u) + -465960448147825024;
  y = fixed_product(y, u) + 157021116500662496;
  y = fixed_product(y, u) + 17731531642458984;
  y = fixed_product(y, u) + -80486094051353888;
  y = fixed_product(y, u) + 355386646834667456;
  return fixed_value(y, 58);
}

static inline double poly_cbrtf(double x) {
  const i64 u = fixed_argument(x, 2);
  i64 y = 1704698785822850304;
  y = fixed_product(y, u) + -1503076828738006528;
  y = fixed_product(y, u) + 676891908601145984;
  y = fixed_product(y, u) + 79670248025469520;
  return fixed_value(y, 57);
}

static inline double poly_log2_float(double x) {
  const i64 u = fixed_argument(x, -5);
  i64 y = 311101168487;
  y = fixed_product(y, u) + 5627789294753;
  y = fixed_product(y, u) + 116026608180054;
  y = fixed_product(y, u) + 2598928003512310;
  y = fixed_product(y, u) + 69304755731576120;
  y = fixed_product(y, u) + 3326628274460990976;
  return fixed_value(y, 60);
}

static inline double poly_exp2_float(double x) {
  const i64 u = fixed_argument(x, 0);
  i64 y = 22646751104776172;
  y = fixed_product(y, u) + 98875185077729072;
  y = fixed_product(y, u) + 354859640549994496;
  y = fixed_product(y, u) + 1023854875718279040;
  y = fixed_product(y, u) + 2215698093232453120;
  y = fixed_product(y, u) + 3196577278125053952;
  y = fixed_product(y, u) + 2305843010502576128;
  return fixed_value(y, 61);
}

static inline double poly_exp(double x) {
  const i64 u = fixed_argument(x, -1);
  i64 y = 460746029570;
  y = fixed_product(y, u) + 5095972736290;
  y = fixed_product(y, u) + 50834882799380;
  y = fixed_product(y, u) + 457507077500843;
  y = fixed_product(y, u) + 3660068198475946;
  y = fixed_product(y, u) + 25620477950496712;
  y = fixed_product(y, u) + 153722867284031808;
  y = fixed_product(y, u) + 768614336403398656;
  y = fixed_product(y, u) + 3074457345618214912;
  return fixed_value(y, 64);
}

static inline double poly_expm1(double x) {
  const i64 u = fixed_argument(x, -1);
  i64 y = 38613649690;
  y = fixed_product(y, u) + 463191780842;
  y = fixed_product(y, u) + 5083417305442;
  y = fixed_product(y, u) + 50834140213291;
  y = fixed_product(y, u) + 457508533676495;
  y = fixed_product(y, u) + 3660068277108196;
  y = fixed_product(y, u) + 25620477880169964;
  y = fixed_product(y, u) + 153722867280689952;
  y = fixed_product(y, u) + 768614336404564096;
  y = fixed_product(y, u) + 3074457345618260480;
  return fixed_value(y, 64);
}

static inline double poly_exp2(double x) {
  const i64 u = fixed_argument(x, 0);
  i64 y = 238170757415;
  y = fixed_product(y, u) + 2104459252017;
  y = fixed_product(y, u) + 16658782940059;
  y = fixed_product(y, u) + 120161247212673;
  y = fixed_product(y, u) + 780104590758080;
  y = fixed_product(y, u) + 4501812443956702;
  y = fixed_product(y, u) + 22731598641609352;
  y = fixed_product(y, u) + 98384293887421344;
  y = fixed_product(y, u) + 354846332232615552;
  y = fixed_product(y, u) + 1023870087579329664;
  y = fixed_product(y, u) + 2215698446797868800;
  return fixed_value(y, 63);
}

static inline double poly_exp10(double x) {
  const i64 u = fixed_argument(x, -2);
  i64 y = 543130881223;
  y = fixed_product(y, u) + 5213137475101;
  y = fixed_product(y, u) + 45161869732131;
  y = fixed_product(y, u) + 353039346618180;
  y = fixed_product(y, u) + 2453177874817976;
  y = fixed_product(y, u) + 14915622891178890;
  y = fixed_product(y, u) + 77733272287292880;
  y = fixed_product(y, u) + 337591312139521984;
  y = fixed_product(y, u) + 1172912352009152512;
  y = fixed_product(y, u) + 3056336173402483200;
  return fixed_value(y, 60);
}

static inline double poly_log(double x) {
  const i64 u = fixed_argument(x, -5);
  i64 y = 40679329125;
  y = fixed_product(y, u) + 673506317740;
  y = fixed_product(y, u) + 12795553231098;
  y = fixed_product(y, u) + 250199710969783;
  y = fixed_product(y, u) + 5146971033792374;
  y = fixed_product(y, u) + 115292150458980064;
  y = fixed_product(y, u) + 3074457345618290176;
  return fixed_value(y, 62);
}

static inline double poly_atan(double x) {
  const i64 u = fixed_argument(x, -2);
  i64 y = -161026512557231;
  y = fixed_product(y, u) + 685193155516862;
  y = fixed_product(y, u) + -1815172163121427;
  y = fixed_product(y, u) + 4213649258578187;
  y = fixed_product(y, u) + -9602488158117196;
  y = fixed_product(y, u) + 22170843827685980;
  y = fixed_product(y, u) + -52405456432558768;
  y = fixed_product(y, u) + 128102385541210560;
  y = fixed_product(y, u) + -329406144042885440;
  y = fixed_product(y, u) + 922337203683272576;
  y = fixed_product(y, u) + -3074457345618245632;
  return fixed_value(y, 63);
}

static inline double poly_asin(double x) {
  const i64 u = fixed_argument(x, -1);
  i64 y = 588937541497175424;
  y = fixed_product(y, u) + -299654367312273664;
  y = fixed_product(y, u) + 360463223039693120;
  y = fixed_product(y, u) + 120337207167719952;
  y = fixed_product(y, u) + 224501259390552064;
  y = fixed_product(y, u) + 256134500244165088;
  y = fixed_product(y, u) + 320230327350436224;
  y = fixed_product(y, u) + 412686074972518528;
  y = fixed_product(y, u) + 560448225540716672;
  y = fixed_product(y, u) + 823515354608975104;
  y = fixed_product(y, u) + 1383505805590664704;
  y = fixed_product(y, u) + 3074457345618025472;
  return fixed_value(y, 64);
}

static inline double poly_pow_log(double x) {
  const i64 u = fixed_argument(x, -5);
  i64 y = 72564650444;
  y = fixed_product(y, u) + 1166053425681;
  y = fixed_product(y, u) + 21654954852104;
  y = fixed_product(y, u) + 409417380112282;
  y = fixed_product(y, u) + 8006399445930313;
  y = fixed_product(y, u) + 164703072078934720;
  y = fixed_product(y, u) + 3689348814742121472;
  return fixed_value(y, 63);
}

static inline double poly_sin(double x) {
  const i64 u = fixed_argument(x, 0);
  i64 y = 93830458989;
  y = fixed_product(y, u) + -7393672044234;
  y = fixed_product(y, u) + 406674168224595;
  y = fixed_product(y, u) + -14640273065588636;
  y = fixed_product(y, u) + 307445734561401920;
  y = fixed_product(y, u) + -3074457345618251776;
  return fixed_value(y, 64);
}

static inline double poly_cos(double x) {
  const i64 u = fixed_argument(x, 0);
  i64 y = -26816774845;
  y = fixed_product(y, u) + 2464565074088;
  y = fixed_product(y, u) + -162669670080579;
  y = fixed_product(y, u) + 7320136533263339;
  y = fixed_product(y, u) + -204963823040970752;
  y = fixed_product(y, u) + 3074457345618252800;
  return fixed_value(y, 66);
}

static inline double poly_tan(double x) {
  const i64 u = fixed_argument(x, 0);
  i64 y = 740929628346818048;
  y = fixed_product(y, u) + -918165521379479040;
  y = fixed_product(y, u) + 919760400543308928;
  y = fixed_product(y, u) + -242688224669271520;
  y = fixed_product(y, u) + 317659019381475456;
  y = fixed_product(y, u) + 197244426859053376;
  y = fixed_product(y, u) + 287780049247780448;
  y = fixed_product(y, u) + 347603053005552064;
  y = fixed_product(y, u) + 429748912189048512;
  y = fixed_product(y, u) + 530100516948514880;
  y = fixed_product(y, u) + 653991526852612096;
  y = fixed_product(y, u) + 806841711039509760;
  y = fixed_product(y, u) + 995538569143269888;
  y = fixed_product(y, u) + 1229782938246565376;
  y = fixed_product(y, u) + 1537228672809131520;
  return fixed_value(y, 62);
}

static inline double poly_sinh(double x) {
  const i64 u = fixed_argument(x, 1);
  i64 y = 58762414956;
  y = fixed_product(y, u) + 3033014213215;
  y = fixed_product(y, u) + 118305344559065;
  y = fixed_product(y, u) + 3253394002584247;
  y = fixed_product(y, u) + 58561092298451704;
  y = fixed_product(y, u) + 614891469123620480;
  y = fixed_product(y, u) + 3074457345618258944;
  return fixed_value(y, 64);
}

static inline double poly_tanh(double x) {
  const i64 u = fixed_argument(x, -1);
  i64 y = -197430668443350;
  y = fixed_product(y, u) + 794378725090814;
  y = fixed_product(y, u) + -2169000346145285;
  y = fixed_product(y, u) + 5433318553767742;
  y = fixed_product(y, u) + -13426313707136244;
  y = fixed_product(y, u) + 33131385285801260;
  y = fixed_product(y, u) + -81748908361372256;
  y = fixed_product(y, u) + 201710428565392928;
  y = fixed_product(y, u) + -497769284516836544;
  y = fixed_product(y, u) + 1229782938247151104;
  y = fixed_product(y, u) + -3074457345618257920;
  return fixed_value(y, 63);
}

static inline double poly_sinpi(double x) {
  const i64 u = fixed_argument(x, -1);
  i64 y = 442368685059;
  y = fixed_product(y, u) + -12625166035750;
  y = fixed_product(y, u) + 268803017636728;
  y = fixed_product(y, u) + -4248763808101496;
  y = fixed_product(y, u) + 47353879560864864;
  y = fixed_product(y, u) + -345452481399276224;
  y = fixed_product(y, u) + 1470069480924788224;
  y = fixed_product(y, u) + -2978983596875621376;
  return fixed_value(y, 59);
}

#endif
